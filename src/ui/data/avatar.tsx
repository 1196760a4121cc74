import { useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { personTone, toneSurfaces } from '#src/ui/tone.ts'

export type AvatarProps = {
  /** Name of the person: gives the initials and the colour. */
  name: string
  src?: string | null
  size?: 'small' | 'base' | 'large'
}

const sizes = {
  small: ['size-lg text-[0.625rem]', 24],
  base: ['size-control text-sm', 40],
  large: ['size-[72px] text-2xl md:size-[96px]', 96],
} as const

/** Picture of a person, or initials where there is none or it does not load. Decorative: the name is next to it. */
export function Avatar({ name, src, size = 'base' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const [box, pixels] = sizes[size]
  const shape = classNames('inline-flex shrink-0 items-center justify-center rounded-full font-medium select-none', box)
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        width={pixels}
        height={pixels}
        onError={() => setBroken(src)}
        className={classNames(shape, 'object-cover')}
      />
    )
  }
  const words = name.split(/\s+/u).filter(Boolean).slice(0, 2)
  return (
    <span aria-hidden="true" className={classNames(shape, toneSurfaces[personTone(name)])}>
      {words.map((word) => [...word][0]?.toUpperCase())}
    </span>
  )
}
