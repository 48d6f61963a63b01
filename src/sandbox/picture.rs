//! What an attachment's bytes are, by their first ones.

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Width and height of a PNG, GIF or JPEG.
pub fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(PNG) {
        let side = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        return Some((side(16)?, side(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let side = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
        return Some((side(6)?.into(), side(8)?.into()));
    }
    if bytes.starts_with(b"\xff\xd8") { jpeg_size(bytes) } else { None }
}

fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let word = |at: usize| Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let mut at = 2;
    loop {
        let marker = word(at)?;
        // Start of frame: every C0–CF but the tables C4, C8 and CC.
        if matches!(marker, 0xffc0..=0xffcf) && !matches!(marker, 0xffc4 | 0xffc8 | 0xffcc) {
            return Some((word(at + 7)?.into(), word(at + 5)?.into()));
        }
        at += 2 + usize::from(word(at + 2)?);
    }
}

/// A content type that can't run anything in a browser; what was claimed counts only for harmless text.
pub fn content_type(bytes: &[u8], claimed: Option<&str>) -> String {
    let known = [
        (PNG, "image/png"),
        (b"GIF8".as_slice(), "image/gif"),
        (b"\xff\xd8".as_slice(), "image/jpeg"),
        (b"RIFF".as_slice(), "image/webp"),
    ];
    let seen = known.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, name)| *name);
    let text = claimed.filter(|name| name.starts_with("text/plain")).map(|_| "text/plain; charset=utf-8");
    seen.or(text).unwrap_or("application/octet-stream").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_tells_its_size() {
        let mut bytes = PNG.to_vec();
        bytes.extend(b"\0\0\0\x0dIHDR\0\0\x02\x80\0\0\x01\x2c");
        assert_eq!(size(&bytes), Some((640, 300)));
        assert_eq!(content_type(&bytes, Some("text/html")), "image/png");
    }

    #[test]
    fn html_is_never_served_as_html() {
        assert_eq!(content_type(b"<script>", Some("text/html")), "application/octet-stream");
    }
}
