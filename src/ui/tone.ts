import type { IconName } from './icon.tsx'

/** Colours of categories and people: they say nothing about a state. */
export const categoryTones = ['teal', 'violet', 'magenta', 'cyan', 'slate', 'olive', 'tan', 'rose'] as const

/** Meaning of a colour; a text or an icon always has the same meaning. `accent` asks to act. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error' | 'accent' | (typeof categoryTones)[number]

/** Tone and icon of a kind or status. */
export type Appearance = { tone: Tone; icon: IconName }

/** Classes of a tinted surface with text of the same tone; every pair has AA contrast. */
export const toneSurfaces: Record<Tone, string> = {
  neutral: 'bg-surface-sunken text-ink-muted',
  info: 'bg-surface-info text-ink-info',
  success: 'bg-surface-success text-ink-success',
  warning: 'bg-surface-warning text-ink-warning',
  error: 'bg-surface-error text-ink-error',
  accent: 'bg-surface-accent text-ink-accent',
  teal: 'bg-surface-teal text-ink-teal',
  violet: 'bg-surface-violet text-ink-violet',
  magenta: 'bg-surface-magenta text-ink-magenta',
  cyan: 'bg-surface-cyan text-ink-cyan',
  slate: 'bg-surface-slate text-ink-slate',
  olive: 'bg-surface-olive text-ink-olive',
  tan: 'bg-surface-tan text-ink-tan',
  rose: 'bg-surface-rose text-ink-rose',
}

/** Classes of solid marks: dots, bars, bands. */
export const toneMarks: Record<Tone, string> = {
  neutral: 'bg-mark-neutral',
  info: 'bg-mark-info',
  success: 'bg-mark-success',
  warning: 'bg-mark-warning',
  error: 'bg-mark-error',
  accent: 'bg-mark-accent',
  teal: 'bg-mark-teal',
  violet: 'bg-mark-violet',
  magenta: 'bg-mark-magenta',
  cyan: 'bg-mark-cyan',
  slate: 'bg-mark-slate',
  olive: 'bg-mark-olive',
  tan: 'bg-mark-tan',
  rose: 'bg-mark-rose',
}
