import Testing

/// Tests with real programs in a real session, one at a time: all sessions are one user's, and a keyboard that is told
/// by signals must be the only one of its user.
@Suite(.serialized) struct SessionTests {}
