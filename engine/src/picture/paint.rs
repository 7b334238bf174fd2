//! Colours in their light and dark shade, and how a shape is filled and outlined.

/// A colour, in the shade for a light page and in that for a dark one; both are `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// On a light page.
    pub light: &'static str,
    /// On a dark page.
    pub dark: &'static str,
}

impl Paint {
    /// A colour with two shades.
    pub const fn new(light: &'static str, dark: &'static str) -> Paint {
        Paint { light, dark }
    }

    /// A colour that is the same on every page.
    pub const fn same(shade: &'static str) -> Paint {
        Paint::new(shade, shade)
    }
}

/// The colours that all games share.
pub mod common {
    use super::Paint;

    /// What everything lies on.
    pub const PAPER: Paint = Paint::new("#f6f1e7", "#15181d");
    /// What lies on the paper: panels, cards.
    pub const PANEL: Paint = Paint::new("#fffdf8", "#22272e");
    /// A panel within a panel.
    pub const INSET: Paint = Paint::new("#efe8da", "#2d333c");
    /// What is written.
    pub const INK: Paint = Paint::new("#1c222b", "#f0ede6");
    /// What is written in passing.
    pub const MUTED: Paint = Paint::new("#565e6b", "#b0b7c3");
    /// Borders.
    pub const RULE: Paint = Paint::new("#b9ae9a", "#525b68");
    /// What is going on.
    pub const ACCENT: Paint = Paint::new("#a63c06", "#ffb057");
    /// What is written on dark colours.
    pub const WHITE: Paint = Paint::same("#ffffff");
    /// What is written on light colours.
    pub const BLACK: Paint = Paint::same("#14171c");
    /// Faces and hands.
    pub const SKIN: Paint = Paint::new("#ecc19a", "#e2b48a");
    /// Gold, of the first place.
    pub const GOLD: Paint = Paint::same("#e0b020");
}

/// How a shape is filled and outlined.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// What fills it.
    pub(super) fill: Option<Paint>,
    /// What outlines it, and how wide.
    pub(super) stroke: Option<(Paint, f32)>,
    /// Is the outline broken?
    pub(super) dash: Option<&'static str>,
    /// How much of what is below shines through, from 0 for nothing to 1; nothing unless said.
    pub(super) fade: f32,
}

impl Look {
    /// Filled.
    pub const fn fill(paint: Paint) -> Look {
        Look {
            fill: Some(paint),
            stroke: None,
            dash: None,
            fade: 0.0,
        }
    }

    /// Outlined only.
    pub const fn line(paint: Paint, width: f32) -> Look {
        Look {
            fill: None,
            stroke: Some((paint, width)),
            dash: None,
            fade: 0.0,
        }
    }

    /// With an outline.
    pub const fn outlined(self, paint: Paint, width: f32) -> Look {
        Look {
            stroke: Some((paint, width)),
            ..self
        }
    }

    /// With a broken outline.
    pub const fn dashed(self) -> Look {
        Look {
            dash: Some("5 4"),
            ..self
        }
    }

    /// So that what is below shines through: 0 for not at all, 1 for wholly.
    pub const fn faded(self, fade: f32) -> Look {
        Look { fade, ..self }
    }
}
