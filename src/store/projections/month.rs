//! Calendar days, weeks, months and seasons of leaderboards, UTC.

use time::{Month, OffsetDateTime, Time};

use crate::store::event::UnixMs;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// The first moment of the UTC day in which `at` lies.
pub fn day_start(at: UnixMs) -> UnixMs {
    UnixMs(at.0 - at.0 % DAY_MS)
}

/// The first moment of the UTC week in which `at` lies; weeks begin on Monday.
pub fn week_start(at: UnixMs) -> UnixMs {
    // 1970 began on a Thursday, three days after a Monday.
    let since_monday = (at.0 / DAY_MS + 3) % 7;
    UnixMs(day_start(at).0.saturating_sub(since_monday * DAY_MS))
}

/// The first moment of the UTC month in which `at` lies.
pub fn month_start(at: UnixMs) -> UnixMs {
    first_of(at, |month| month)
}

/// The first moment of the season in which `at` lies: a quarter of the year, UTC, that begins in January, April, July or
/// October.
pub fn season_start(at: UnixMs) -> UnixMs {
    first_of(at, |month| match month {
        Month::January | Month::February | Month::March => Month::January,
        Month::April | Month::May | Month::June => Month::April,
        Month::July | Month::August | Month::September => Month::July,
        Month::October | Month::November | Month::December => Month::October,
    })
}

/// The first moment of the month that `which` makes of the one in which `at` lies.
fn first_of(at: UnixMs, which: impl Fn(Month) -> Month) -> UnixMs {
    let seconds = i64::try_from(at.0 / 1000).unwrap_or(i64::MAX);
    let Ok(moment) = OffsetDateTime::from_unix_timestamp(seconds) else {
        return at; // later than the year 9999
    };
    let first_day = moment.replace_day(1).and_then(|day| day.replace_month(which(day.month())));
    let Ok(first_day) = first_day else {
        return at; // every month has a first day
    };
    let start_s = first_day.replace_time(Time::MIDNIGHT).unix_timestamp();
    UnixMs(u64::try_from(start_s).unwrap_or(0) * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_begin_at_midnight_utc() {
        let leap_day_end = UnixMs(1_709_251_199_999); // 2024-02-29T23:59:59.999Z
        let february = UnixMs(1_706_745_600_000); // 2024-02-01T00:00:00Z
        let march = UnixMs(1_709_251_200_000); // 2024-03-01T00:00:00Z
        assert_eq!(month_start(leap_day_end), february);
        assert_eq!(month_start(march), march);
        assert_eq!(month_start(UnixMs(0)), UnixMs(0));
    }

    #[test]
    fn seasons_are_quarters_of_the_year_utc() {
        let year = UnixMs(1_704_067_200_000); // 2024-01-01T00:00:00Z, of a leap year
        let begins = [0, 91, 182, 274].map(|days| UnixMs(year.0 + days * DAY_MS));
        for (n, begin) in begins.into_iter().enumerate() {
            let next = begins.get(n + 1).map_or(year.0 + 366 * DAY_MS, |next| next.0);
            assert_eq!(season_start(begin), begin);
            assert_eq!(season_start(UnixMs(next - 1)), begin, "the last moment of season {n}");
            assert_ne!(season_start(UnixMs(next)), begin, "the first one of the next");
        }
    }

    #[test]
    fn weeks_begin_on_monday() {
        let monday = UnixMs(1_730_073_600_000); // 2024-10-28T00:00:00Z
        for ms in [0, 1, DAY_MS, 7 * DAY_MS - 1] {
            assert_eq!(week_start(UnixMs(monday.0 + ms)), monday);
        }
        assert_eq!(week_start(UnixMs(monday.0 - 1)), UnixMs(monday.0 - 7 * DAY_MS));
        assert_eq!(day_start(UnixMs(monday.0 + DAY_MS - 1)), monday);
        assert_eq!(week_start(UnixMs(0)), UnixMs(0));
    }
}
