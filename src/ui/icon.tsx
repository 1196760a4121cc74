import { type ComponentType, lazy, Suspense } from 'react'
import { frameStrokes } from './icons/frame.ts'
import type { laterStrokes } from './icons/strokes.ts'

// Strokes that do not arrive leave their box empty: an error here would take the page that tells of it along.
const LaterIcon = lazy<ComponentType<{ name: keyof typeof laterStrokes }>>(() =>
  import('./icons/later-icon.tsx').then(
    ({ LaterIcon: Loaded }) => ({ default: Loaded }),
    () => ({ default: NoStrokes }),
  ),
)

type FrameIconName = keyof typeof frameStrokes
export type IconName = FrameIconName | keyof typeof laterStrokes

export type IconProps = {
  name: IconName
  /** Pixels of the side. */
  size?: 16 | 20 | 24 | 32 | 48
  /** Words, where nothing beside the icon says the same; without them it is decoration. */
  label?: string
}

/** An icon by its name (S2). Its box has its size at once, whether or not the strokes have arrived. */
export function Icon({ name, size = 20, label }: IconProps) {
  return (
    <svg
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 24 ? 1.25 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      className="shrink-0"
    >
      {isInFrame(name) ? (
        <path d={frameStrokes[name]} />
      ) : (
        <Suspense fallback={null}>
          <LaterIcon name={name} />
        </Suspense>
      )}
    </svg>
  )
}

function NoStrokes() {
  return null
}

function isInFrame(name: IconName): name is FrameIconName {
  return name in frameStrokes
}
