//! The language of what is written on a picture and said of it.

/// A language that pictures speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// As everything else that the service says.
    #[default]
    English,
    /// Català.
    Catalan,
    /// Español.
    Spanish,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::English, Language::Catalan, Language::Spanish];

    /// Its tag (BCP 47).
    pub fn tag(self) -> &'static str {
        self.pick("en", "ca", "es")
    }

    /// What is said in this language, of the same in English, Catalan and Spanish.
    pub fn pick<T>(self, english: T, catalan: T, spanish: T) -> T {
        match self {
            Language::English => english,
            Language::Catalan => catalan,
            Language::Spanish => spanish,
        }
    }
}

/// A text in the language of a table, put together as `format!` does: the same in English, Catalan and Spanish, and what
/// stands for its places.
macro_rules! tell {
    ($table:expr, $english:literal, $catalan:literal, $spanish:literal $(, $value:expr)* $(,)?) => {
        match $table.language {
            $crate::picture::Language::English => format!($english $(, $value)*),
            $crate::picture::Language::Catalan => format!($catalan $(, $value)*),
            $crate::picture::Language::Spanish => format!($spanish $(, $value)*),
        }
    };
}

pub(crate) use tell;
