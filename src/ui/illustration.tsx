import { type IconName, NestedIcon } from './icon.tsx'
import type { Tone } from './tone.ts'

type IllustrationProps = {
  icon: IconName
  /** The colour of the brand by default. */
  tone?: Extract<Tone, 'accent' | 'success' | 'error'>
}

/** Back shape, its parts and the icon. The light step of a ramp is the dark one in the dark theme. */
const looks = {
  accent: ['fill-surface-accent', 'fill-primary-3', 'fill-primary', 'text-ink-accent'],
  success: ['fill-surface-success', 'fill-success-3', 'fill-mark-success', 'text-ink-success'],
  error: ['fill-surface-error', 'fill-error-3', 'fill-mark-error', 'text-ink-error'],
} as const

/** Decoration of an empty state or of a result: an icon on a tile among simple shapes, turned by the icon. */
export function Illustration({ icon, tone = 'accent' }: IllustrationProps) {
  const [back, part, mark, ink] = looks[tone]
  return (
    <svg viewBox="0 0 160 112" width="160" height="112" aria-hidden="true" className="max-w-full">
      <circle cx="80" cy="56" r="52" className={back} />
      <g transform={`rotate(${(icon.length % 4) * 90} 80 56)`}>
        <path d="M104 20h28a28 28 0 0 1-28 28z" className={part} />
        <path d="M28 92V64l28 28z" className={mark} />
        <circle cx="44" cy="26" r="6" className={mark} />
        <circle cx="122" cy="88" r="8" strokeWidth="3" className="fill-none stroke-line-control" />
      </g>
      {tone === 'success' && (
        <g className={mark}>
          <path d="m18 40 8 3-6 6zM142 60l6-5 1 8zM76 2l5 5-7 2z" />
          <path d="M20 62h10v4H20zM132 10h10v4h-10zM96 106h10v4H96z" className={part} />
        </g>
      )}
      <rect x="52" y="28" width="56" height="56" rx="14" className="fill-surface stroke-line" />
      <g className={ink}>
        <NestedIcon name={icon} x={64} y={40} side={32} />
      </g>
    </svg>
  )
}
