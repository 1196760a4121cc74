import type { IconName } from './icon.tsx'

/** What a colour says. Words or an icon always say it too. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error' | 'accent' | 'purple' | 'volcano'

/** How a thing is told at a glance: by colour, and by an icon for those to whom the colour says nothing. */
export type Look = { tone: Tone; icon: IconName }

/** Tinted surface with text of the same tone; every pair is tested for AA. */
export const tinted: Record<Tone, string> = {
  neutral: 'bg-surface-sunken text-ink-muted',
  info: 'bg-surface-info text-ink-info',
  success: 'bg-surface-success text-ink-success',
  warning: 'bg-surface-warning text-ink-warning',
  error: 'bg-surface-error text-ink-error',
  accent: 'bg-surface-accent text-ink-accent',
  purple: 'bg-surface-purple text-ink-purple',
  volcano: 'bg-surface-volcano text-ink-volcano',
}

/** Solid mark: dots, bars, bands. */
export const solid: Record<Tone, string> = {
  neutral: 'bg-mark-neutral',
  info: 'bg-mark-info',
  success: 'bg-mark-success',
  warning: 'bg-mark-warning',
  error: 'bg-mark-error',
  accent: 'bg-mark-accent',
  purple: 'bg-mark-purple',
  volcano: 'bg-mark-volcano',
}
