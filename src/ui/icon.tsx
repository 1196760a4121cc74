import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

/** By its name, or, if a single late part of the app shows it, as the path that this part has. */
export type IconShape = IconName | { path: string }

export type IconProps = {
  name: IconShape
  /** Side in pixels. */
  size?: 16 | 20 | 24 | 32 | 48
  /** Accessible name; without it the icon is decorative. */
  label?: string
}

/** An icon by its name. */
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
      <path d={typeof name === 'string' ? iconPaths[name] : name.path} />
    </svg>
  )
}

type NestedIconProps = { name: IconName; x: number; y: number; side: number }

/** A decorative icon inside of another SVG, in the units of that one. */
export function NestedIcon({ name, x, y, side }: NestedIconProps) {
  return (
    <svg x={x} y={y} width={side} height={side} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={iconPaths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
