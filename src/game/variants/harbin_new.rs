//! 新哈尔滨 (ruleset A).
