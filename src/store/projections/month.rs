//! Calendar months of leaderboards, UTC.

use time::{OffsetDateTime, Time};

use crate::store::event::UnixMs;

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
}
