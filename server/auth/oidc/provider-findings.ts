import type { TerminalText } from '#server/terminal/terminal-language.ts'

/** A fault prevents sign-ins; a notice may concern the operator. */
export type ProviderFinding = { kind: 'fault' | 'notice' | 'passed'; text: TerminalText }

export const fault = (ru: string, en: string): ProviderFinding => ({ kind: 'fault', text: { ru, en } })
export const notice = (ru: string, en: string): ProviderFinding => ({ kind: 'notice', text: { ru, en } })
export const passed = (ru: string, en: string): ProviderFinding => ({ kind: 'passed', text: { ru, en } })

const marks = { fault: '✗', notice: '!', passed: '✓' }

/** A line for each finding. */
export function describeFindings(findings: readonly ProviderFinding[]): TerminalText[] {
  return findings.map(({ kind, text: { ru, en } }) => ({ ru: `${marks[kind]} ${ru}`, en: `${marks[kind]} ${en}` }))
}
