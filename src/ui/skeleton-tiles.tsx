import { SkeletonBlock } from './skeleton.tsx'

/** Tiles to choose among. */
export function SkeletonTiles() {
  return (
    <div className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
      <SkeletonBlock />
      <SkeletonBlock />
      <SkeletonBlock />
    </div>
  )
}
