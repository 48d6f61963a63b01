//! Round numbers for an axis.

/// The lines of an axis that holds `low..=high`: round steps, `0` among them, at most `n_lines` or so.
pub(super) fn ticks(low: i32, high: i32, n_lines: i32) -> Vec<i32> {
    let (low, high) = (i64::from(low.min(0)), i64::from(high.max(0)));
    let least = ((high - low) / i64::from(n_lines.max(1))).max(1);
    let mut unit = 1;
    let step = loop {
        if let Some(step) = [1, 2, 5].map(|n| n * unit).into_iter().find(|&step| step >= least) {
            break step;
        }
        unit *= 10;
    };
    let (first, last) = (low.div_euclid(step), -((-high).div_euclid(step)));
    (first..=last).filter_map(|i| i32::try_from(i * step).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_round_numbers_and_zero() {
        assert_eq!(ticks(-24, 36, 5), [-40, -20, 0, 20, 40]);
        assert_eq!(ticks(0, 0, 5), [0]);
        assert_eq!(ticks(3, 7, 5), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ticks(-3, -1, 5), [-3, -2, -1, 0]);
    }

    #[test]
    fn an_axis_holds_its_values_whatever_they_are() {
        for (low, high) in [(-9_999, 9_999), (-1, 100_000), (i32::MIN / 2, i32::MAX / 2), (5, -5)] {
            let ticks = ticks(low, high, 6);
            assert!(ticks.len() <= 14, "{ticks:?}");
            assert!(ticks.contains(&0));
            assert!(ticks.first().is_some_and(|&t| t <= low.min(0)));
            assert!(ticks.last().is_some_and(|&t| t >= high.max(0)));
        }
    }
}
