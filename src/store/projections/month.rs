//! Calendar days, weeks and months of leaderboards, UTC.

use time::{OffsetDateTime, Time};

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
    let seconds = i64::try_from(at.0 / 1000).unwrap_or(i64::MAX);
    let Ok(moment) = OffsetDateTime::from_unix_timestamp(seconds) else {
        return at; // later than the year 9999
    };
    let Ok(first_day) = moment.replace_day(1) else {
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
