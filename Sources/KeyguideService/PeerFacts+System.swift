import CLinux
import CSystemd
import Glibc

extension PeerFacts {
  /// What logind and this machine's files say.
  static let system = PeerFacts(
    isPrivileged: { $0 == 0 || $0 == geteuid() },
    hasActiveSession: { userID, seat in
      // sd-login(3) reads small files of logind's in /run; without logind it fails, and nobody is let in.
      if let seat { return sd_uid_is_on_seat(userID, 1, seat) > 0 }
      return sd_uid_get_seats(userID, 1, nil) > 0
    },
    groupID: { name in
      if let number = UInt32(name) { return number }
      // Only the file: a directory in the network could keep everybody waiting.
      var group: gid_t = 0
      return linux_local_group(name, &group) == 0 ? group : nil
    })
}
