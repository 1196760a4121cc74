/** A reason not to start that whoever starts the server can remove: printed as one line, without a stack. */
export class StartFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartFailure'
  }
}
