import type { TerminalText } from './terminal-language.ts'

/** An error that the operator can fix: printed in the language of the terminal, without a stack. The log has the English text. */
export class StartupError extends Error {
  readonly text: TerminalText

  constructor(text: TerminalText, options?: ErrorOptions) {
    super(text.en, options)
    this.name = 'StartFailure'
    this.text = text
  }
}

/** A variable is missing that another one needs. */
export function neededWith(name: string, other: string): StartupError {
  return new StartupError({ ru: `${name}: нужна вместе с ${other}.`, en: `${name}: needed with ${other}.` })
}

/** A variable contradicts another one. */
export function unusedWith(name: string, other: string): StartupError {
  return new StartupError({
    ru: `${name}: с ${other} не используется; уберите одно из двух.`,
    en: `${name}: not used with ${other}; remove one of them.`,
  })
}

/** Why a server cannot listen, in words; null for errors that an operator cannot mend. */
export function listenError(
  error: unknown,
  { variable, port, host }: { variable: string; port: number; host: string },
): StartupError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new StartupError({
      ru: `Порт ${port} занят: задайте в ${variable} свободный.`,
      en: `Port ${port} is taken: set ${variable} to a free one.`,
    })
  if (code === 'EACCES')
    return new StartupError({
      ru: `Порт ${port} этому процессу не разрешён: задайте в ${variable} больше 1023.`,
      en: `Port ${port} needs rights this process lacks: set ${variable} above 1023.`,
    })
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return new StartupError({
      ru: `HOST: ${host} — не адрес этой машины.`,
      en: `HOST: ${host} is no address of this machine.`,
    })
  return null
}
