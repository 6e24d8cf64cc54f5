import CSystemd
import Glibc

/// The journal, when it is what standard error is connected to.
public enum JournalStream {
  /// Whether it is: systemd names the stream's device and inode in JOURNAL_STREAM (systemd.exec(5)).
  public static var isStandardError: Bool {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM").map({ String(cString: $0) }), fstat(STDERR_FILENO, &status) == 0
    else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Sends the fields of an entry, as in `MESSAGE=text`, by the journal's own protocol (sd_journal_sendv(3)); a lost one
  /// must not stop the service.
  public static func send(_ fields: [String]) {
    let texts = fields.map { strdup($0) }
    defer { for text in texts { free(text) } }
    let fields = texts.map { text in iovec(iov_base: text, iov_len: text.map { strlen($0) } ?? 0) }
    sd_journal_sendv(fields, Int32(fields.count))
  }
}
