import { useState } from 'react'

/** Decorative picture of an event; hidden if it does not load. */
export function EventPicture({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src === null || src === broken) return null
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      onError={() => setBroken(src)}
      className="h-[140px] w-full bg-surface-sunken object-cover"
    />
  )
}
