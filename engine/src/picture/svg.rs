//! The writer of SVG. Whatever text comes in is escaped here, and nowhere else is markup written.

use super::lettering::{Anchor, Weight, Words, clipped, escape};
use super::paint::{Look, Paint, common};
use super::{Table, Theme, WIDTH};
use crate::Seat;
use std::fmt::{Display, Formatter, Write};

/// A picture in the making.
pub struct Drawing {
    theme: Theme,
    body: String,
    /// Every paint used so far, for the style sheet of [`Theme::Auto`].
    paints: Vec<Paint>,
}

/// A length, to a tenth.
struct Length(f32);

impl Display for Length {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round() as i32;
        match tenths % 10 {
            0 => write!(f, "{}", tenths / 10),
            _ => write!(f, "{}", tenths as f32 / 10.0),
        }
    }
}

/// Something on the table that an action or a view can name: a group with a title of its own.
pub struct Part {
    name: String,
    facts: Vec<(&'static str, String)>,
    title: String,
}

impl Part {
    /// A part of a kind, `bag`, or a kind with a value as actions write it, `place:aragon`; and what a screen reader says.
    pub fn new(name: impl Into<String>, title: impl Into<String>) -> Part {
        Part {
            name: name.into(),
            facts: Vec::new(),
            title: title.into(),
        }
    }

    /// Whose it is.
    pub fn of(self, seat: Seat) -> Part {
        self.fact("data-seat", seat.0)
    }

    /// How many are there.
    pub fn count(self, count: impl Display) -> Part {
        self.fact("data-count", count)
    }

    /// Something else about it; the name begins with `data-`.
    pub fn fact(mut self, name: &'static str, value: impl Display) -> Part {
        self.facts.push((name, value.to_string()));
        self
    }
}

/// The area that belongs to a part.
pub enum Hit<'a> {
    /// A rectangle: left, top, width, height.
    Area(f32, f32, f32, f32),
    /// The inside of a polygon.
    Polygon(&'a [(f32, f32)]),
}

impl Drawing {
    /// An empty one.
    pub fn new(theme: Theme) -> Drawing {
        Drawing {
            theme,
            body: String::new(),
            paints: Vec::new(),
        }
    }

    /// A rectangle with round corners.
    pub fn rect(&mut self, (x, y, w, h): (f32, f32, f32, f32), round: f32, look: Look) {
        let (x, y, w, h, r) = (Length(x), Length(y), Length(w), Length(h), Length(round));
        self.shape(
            format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\""),
            look,
        );
    }

    /// A circle.
    pub fn circle(&mut self, (x, y): (f32, f32), radius: f32, look: Look) {
        let (x, y, r) = (Length(x), Length(y), Length(radius));
        self.shape(
            format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""),
            look,
        );
    }

    /// A polygon.
    pub fn polygon(&mut self, corners: &[(f32, f32)], look: Look) {
        let corners = points(corners);
        self.shape(
            format_args!("<polygon points=\"{corners}\" stroke-linejoin=\"round\""),
            look,
        );
    }

    /// A line through these points.
    pub fn line(&mut self, through: &[(f32, f32)], look: Look) {
        let through = points(through);
        let ends = "stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\"";
        self.shape(format_args!("<polyline points=\"{through}\" {ends}"), look);
    }

    /// A path in the language of SVG, scaled and then moved to a place.
    pub fn path(&mut self, (x, y): (f32, f32), scale: f32, path: &'static str, look: Look) {
        let (x, y) = (Length(x), Length(y));
        let place =
            format_args!("<path transform=\"translate({x} {y}) scale({scale:.3})\" d=\"{path}\"")
                .to_string();
        self.shape(format_args!("{place}"), look);
    }

    /// A segment of a ring about a centre, from one angle clockwise to another, in degrees from the north.
    pub fn ring(
        &mut self,
        (x, y): (f32, f32),
        (inner, outer): (f32, f32),
        (from, to): (f32, f32),
        look: Look,
    ) {
        let at = |radius: f32, degrees: f32| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            format!("{} {}", Length(x + radius * sin), Length(y - radius * cos))
        };
        let path = format!(
            "M{}A{o} {o} 0 0 1 {}L{}A{i} {i} 0 0 0 {}Z",
            at(outer, from),
            at(outer, to),
            at(inner, to),
            at(inner, from),
            o = Length(outer),
            i = Length(inner),
        );
        self.shape(
            format_args!("<path d=\"{path}\" stroke-linejoin=\"round\""),
            look,
        );
    }

    /// A line of words.
    pub fn words(&mut self, (x, y): (f32, f32), text: &str, words: Words) {
        let (x, y, size) = (Length(x), Length(y), Length(words.size));
        let anchor = match words.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (weight, wider) = match words.weight {
            Weight::Plain => ("", 1.0),
            Weight::Bold => (" font-weight=\"700\"", 1.08),
        };
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{weight}"
        ));
        self.colour("fill", words.paint);
        self.body.push('>');
        escape(
            &clipped(text, words.size * wider, words.room),
            &mut self.body,
        );
        self.body.push_str("</text>");
    }

    /// A part, with all that is drawn of it.
    pub fn part(&mut self, part: Part, hit: Hit<'_>, draw: impl FnOnce(&mut Drawing)) {
        self.body.push_str("<g data-part=\"");
        escape(&part.name, &mut self.body);
        self.body.push('"');
        for (name, value) in &part.facts {
            self.put(format_args!(" {name}=\""));
            escape(value, &mut self.body);
            self.body.push('"');
        }
        self.body.push('>');
        self.say("title", &part.title);
        let hits = "class=\"hit\" fill=\"none\" pointer-events=\"all\"/>";
        match hit {
            Hit::Area(x, y, w, h) => {
                let (x, y, w, h) = (Length(x), Length(y), Length(w), Length(h));
                self.put(format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"6\" {hits}"
                ));
            }
            Hit::Polygon(corners) => {
                let corners = points(corners);
                self.put(format_args!("<polygon points=\"{corners}\" {hits}"));
            }
        }
        draw(self);
        self.body.push_str("</g>");
    }

    /// Everything in it smaller or larger, about the origin, and then moved.
    pub fn scaled(&mut self, (x, y): (f32, f32), scale: f32, draw: impl FnOnce(&mut Drawing)) {
        let (x, y) = (Length(x), Length(y));
        self.put(format_args!(
            "<g transform=\"translate({x} {y}) scale({scale:.3})\">"
        ));
        draw(self);
        self.body.push_str("</g>");
    }

    /// The whole picture: its height, what it shows of which table, and in one paragraph what there is to see.
    pub fn finish(self, height: f32, slug: &str, table: &Table, told: &str) -> String {
        let (width, height) = (Length(WIDTH), Length(height));
        let mut whole = Drawing {
            body: String::new(),
            ..self
        };
        whole.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"placa-board\" data-game=\"{slug}\" data-revision=\"{}\" \
             role=\"graphics-document document\" lang=\"{}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', Arial, sans-serif\">",
            table.revision,
            table.language.tag()
        ));
        whole.say("title", &heading(table));
        whole.say("desc", told);
        whole.style();
        let page = (0.0, 0.0, WIDTH, height.0);
        whole.rect(page, 0.0, Look::fill(common::PAPER));
        whole.body.push_str(&self.body);
        whole.body.push_str("</svg>\n");
        whole.body
    }

    /// On a dark page the classes win over the attributes, which are for a light one.
    fn style(&mut self) {
        if self.theme != Theme::Auto {
            return;
        }
        // The page itself is painted after this.
        if !self.paints.contains(&common::PAPER) {
            self.paints.push(common::PAPER);
        }
        self.body
            .push_str("<style>@media (prefers-color-scheme:dark){");
        for (at, paint) in std::mem::take(&mut self.paints).into_iter().enumerate() {
            let dark = paint.dark;
            self.put(format_args!(".f{at}{{fill:{dark}}}.s{at}{{stroke:{dark}}}"));
            self.paints.push(paint);
        }
        self.body.push_str("}</style>");
    }

    fn say(&mut self, element: &str, text: &str) {
        self.put(format_args!("<{element}>"));
        escape(text, &mut self.body);
        self.put(format_args!("</{element}>"));
    }

    fn shape(&mut self, begun: std::fmt::Arguments<'_>, look: Look) {
        self.put(begun);
        let mut classes = String::new();
        match look.fill {
            Some(paint) => classes += &self.paint("fill", "f", paint),
            None if look.stroke.is_some() && !self.body.ends_with("fill=\"none\"") => {
                self.body.push_str(" fill=\"none\"");
            }
            None => {}
        }
        if let Some((paint, width)) = look.stroke {
            classes += &self.paint("stroke", "s", paint);
            self.put(format_args!(" stroke-width=\"{}\"", Length(width)));
        }
        if !classes.is_empty() {
            self.put(format_args!(" class=\"{}\"", classes.trim_end()));
        }
        if let Some(dash) = look.dash {
            self.put(format_args!(" stroke-dasharray=\"{dash}\""));
        }
        if look.fade > 0.0 {
            self.put(format_args!(" opacity=\"{:.2}\"", 1.0 - look.fade));
        }
        self.body.push_str("/>");
    }

    /// Paints words, which have no other class.
    fn colour(&mut self, what: &str, paint: Paint) {
        let class = self.paint(what, "f", paint);
        if !class.is_empty() {
            self.put(format_args!(" class=\"{}\"", class.trim_end()));
        }
    }

    /// Writes the colour and gives the class that it has on a dark page.
    fn paint(&mut self, what: &str, letter: &str, paint: Paint) -> String {
        let shade = match self.theme {
            Theme::Light | Theme::Auto => paint.light,
            Theme::Dark => paint.dark,
        };
        self.put(format_args!(" {what}=\"{shade}\""));
        if self.theme != Theme::Auto || paint.light == paint.dark {
            return String::new();
        }
        let known = self.paints.iter().position(|&known| known == paint);
        let at = known.unwrap_or_else(|| {
            self.paints.push(paint);
            self.paints.len() - 1
        });
        format!("{letter}{at} ")
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = self.body.write_fmt(text);
    }
}

fn heading(table: &Table) -> String {
    match &table.title {
        Some(title) => format!("{}: {title}", table.game),
        None => table.game.clone(),
    }
}

fn points(corners: &[(f32, f32)]) -> String {
    let corner = |&(x, y): &(f32, f32)| format!("{},{}", Length(x), Length(y));
    let corners: Vec<String> = corners.iter().map(corner).collect();
    corners.join(" ")
}
