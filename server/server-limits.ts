/** Limits of the HTTP server. Times in milliseconds, sizes in bytes. Tests shorten them. */
export const serverLimits = {
  /** Body of a call that takes no file. */
  body: 64 * 1024,
  /** Receiving the body of a call. */
  receivingCall: 10_000,
  /** Receiving a file, and any whole request. */
  receiving: 20_000,
  /** Answering, from routing on. */
  answering: 14_000,
  /** An idle connection. Longer than that of common load balancers (60 s), which must be the side that closes it. */
  idle: 72_000,
  /** Finishing open requests before a stop. */
  finishing: 5_000,
}
