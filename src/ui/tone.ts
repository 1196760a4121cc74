import type { IconName } from './icon.tsx'

/** Meaning of a colour; a text or an icon always has the same meaning. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error' | 'accent' | 'purple' | 'volcano'

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
  purple: 'bg-surface-purple text-ink-purple',
  volcano: 'bg-surface-volcano text-ink-volcano',
}

/** Classes of solid marks: dots, bars, bands. */
export const toneMarks: Record<Tone, string> = {
  neutral: 'bg-mark-neutral',
  info: 'bg-mark-info',
  success: 'bg-mark-success',
  warning: 'bg-mark-warning',
  error: 'bg-mark-error',
  accent: 'bg-mark-accent',
  purple: 'bg-mark-purple',
  volcano: 'bg-mark-volcano',
}
