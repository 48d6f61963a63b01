//! The gateway's `zlib-stream`: one zlib stream a connection, flushed after each payload.
use flate2::{Compress, Compression, FlushCompress};

/// The compressing end of one connection.
pub struct Deflater(Compress);

impl Deflater {
    /// A fresh stream.
    pub fn new() -> Deflater {
        Deflater(Compress::new(Compression::fast(), true))
    }

    /// The next piece of the stream; it ends in `00 00 FF FF`. `None`: the stream is broken.
    pub fn deflate(&mut self, payload: &[u8]) -> Option<Vec<u8>> {
        let before = self.0.total_in();
        let mut out = Vec::with_capacity(payload.len() / 2 + 128);
        loop {
            let read = usize::try_from(self.0.total_in() - before).ok()?;
            self.0.compress_vec(&payload[read..], &mut out, FlushCompress::Sync).ok()?;
            let all_read = usize::try_from(self.0.total_in() - before).ok()? == payload.len();
            if all_read && out.len() < out.capacity() {
                return Some(out);
            }
            out.reserve(payload.len() + 128);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn two_payloads_are_one_stream() {
        let mut deflater = Deflater::new();
        let (one, two) = ("听胡".repeat(900), "ok".to_owned());
        let mut stream = Vec::new();
        for text in [&one, &two] {
            let piece = deflater.deflate(text.as_bytes()).unwrap();
            assert!(piece.ends_with(&[0, 0, 0xff, 0xff]));
            stream.extend(piece);
        }
        let mut text = vec![0; one.len() + two.len()];
        flate2::read::ZlibDecoder::new(stream.as_slice()).read_exact(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), one + &two);
    }
}
