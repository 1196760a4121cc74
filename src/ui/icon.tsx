import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

export type IconProps = {
  name: IconName
  /** Side in pixels. */
  size?: 16 | 20 | 24 | 32 | 48
  /** Accessible name; without it the icon is decorative. */
  label?: string
}

/** An icon by its name (S2). */
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
      <path d={iconPaths[name]} />
    </svg>
  )
}
