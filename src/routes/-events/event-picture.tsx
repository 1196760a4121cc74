import { useState } from 'react'

/** The picture of an event, where there is one and it loads. Decoration: the title says what it is. */
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
