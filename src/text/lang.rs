//! The languages a text can be in.

/// A language that the program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lang {
    /// 简体中文, `zh-CN`.
    ZhCn,
    /// 繁體中文（台灣）, `zh-TW`.
    ZhTw,
    /// English, `en`.
    En,
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 3] = [Lang::ZhCn, Lang::ZhTw, Lang::En];

    /// The language for a Discord locale such as `zh-TW`, `en-GB`, `ru`: where traditional characters are written,
    /// those; any other Chinese one is simplified; all else English.
    pub fn from_locale(locale: &str) -> Lang {
        match locale {
            "zh-TW" | "zh-HK" | "zh-MO" => Lang::ZhTw,
            _ if locale.starts_with("zh-Hant") => Lang::ZhTw,
            _ if locale.starts_with("zh") => Lang::ZhCn,
            _ => Lang::En,
        }
    }

    /// Whether words are written in Chinese characters, which need no spaces and little room.
    pub const fn is_chinese(self) -> bool {
        matches!(self, Lang::ZhCn | Lang::ZhTw)
    }

    /// The locale code.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::ZhCn => "zh-CN",
            Lang::ZhTw => "zh-TW",
            Lang::En => "en",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_chooses_the_nearest_language() {
        let of = |locales: &str| locales.split(' ').map(Lang::from_locale).collect::<Vec<_>>();
        assert_eq!(of("zh-TW zh-HK zh-MO zh-Hant-TW"), [Lang::ZhTw; 4]);
        assert_eq!(of("zh-CN zh zh-SG"), [Lang::ZhCn; 3]);
        assert_eq!(of("en-GB ru ja"), [Lang::En; 3]);
        for lang in Lang::ALL {
            assert_eq!(Lang::from_locale(lang.code()), lang);
        }
    }
}
