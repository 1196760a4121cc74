/** An error that the operator can fix: printed as one line without a stack. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartFailure'
  }
}
