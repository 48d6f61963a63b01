//! The languages a text can be in.

/// A language that the program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lang {
    /// 简体中文, `zh-CN`.
    ZhCn,
    /// English, `en`.
    En,
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 2] = [Lang::ZhCn, Lang::En];

    /// The language for a Discord locale such as `zh-TW`, `en-GB`, `ru`: any Chinese one is Chinese, all else English.
    pub fn from_locale(locale: &str) -> Lang {
        if locale.starts_with("zh") { Lang::ZhCn } else { Lang::En }
    }

    /// The locale code.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::ZhCn => "zh-CN",
            Lang::En => "en",
        }
    }
}
