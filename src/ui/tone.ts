import type { IconName } from './icon.tsx'

/** Colours of categories: they say nothing about a state. */
export const categoryTones = ['teal', 'violet', 'magenta', 'cyan', 'slate', 'olive', 'tan', 'rose'] as const

/**
 * Meaning of a colour, the only one (docs/decisions/068-light-and-dark.md). `error`: overdue, failed or refused.
 * `warning`: waits for the reader's answer or choice, or will soon be too late. `info`: a link, news, a change, now.
 * `success`: done. `accent`: asks to act. `neutral`: everything else: what is cancelled, an absence, what the school does.
 */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error' | 'accent' | (typeof categoryTones)[number]

/** Colour of a category by its name, such as a subject. */
export function categoryToneOf(name: string): Tone {
  return toneOfName(name, categoryTones)
}

/** Colours of people: their tints resemble neither that of a state nor the grey of what is over. */
const personTones = ['violet', 'magenta', 'cyan'] as const

/** Colour of a person: the same for the avatar and everywhere else. */
export function personTone(name: string): Tone {
  return toneOfName(name, personTones)
}

function toneOfName(name: string, tones: readonly Tone[]): Tone {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return tones[sum % tones.length] ?? 'slate'
}

/**
 * Colours of people who are shown together: those of their avatars; of two people with similar colours the second one
 * gets another, the fourth that of a category.
 */
export function distinctPersonTones(names: readonly string[]): Tone[] {
  const taken = new Set<Tone>()
  return names.map((name) => {
    const own = personTone(name)
    const isFree = (tone: Tone) =>
      !similarTones.some((family) => family.includes(tone) && family.some((one) => taken.has(one)))
    const tone = [own, ...personTones, ...categoryTones].find(isFree) ?? own
    taken.add(tone)
    return tone
  })
}

/** Neighbouring hues, which are hard to distinguish next to each other. */
const similarTones: readonly (readonly Tone[])[] = [
  ['teal', 'cyan'],
  ['violet', 'slate'],
  ['magenta', 'rose'],
  ['olive', 'tan'],
]

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
