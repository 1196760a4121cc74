import { classNames } from './class-names.ts'
import { categoryToneOf, toneSurfaces } from './tone.ts'

type CoverArtProps = {
  /** Gives the shapes: the same text always has the same picture. */
  seed: string
  /** Gives the colour, such as the subject. */
  category: string
  /** Tiles in a row and in a column. */
  columns: number
  rows: number
}

const side = 40

/** Shapes of one tile at `x`, `y`: quarter circles, half circles, triangles, a dot, and nothing. */
const shapes: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x} ${y}h40a40 40 0 0 1-40 40z`,
  (x, y) => `M${x + side} ${y}v40a40 40 0 0 1-40-40z`,
  (x, y) => `M${x + side} ${y + side}h-40a40 40 0 0 1 40-40z`,
  (x, y) => `M${x} ${y + side}v-40a40 40 0 0 1 40 40z`,
  (x, y) => `M${x} ${y}a20 20 0 0 0 40 0z`,
  (x, y) => `M${x} ${y + side}a20 20 0 0 1 40 0z`,
  (x, y) => `M${x} ${y}h40l-40 40z`,
  (x, y) => `M${x + side} ${y}v40h-40z`,
  (x, y) => `M${x + 8} ${y + 20}a12 12 0 1 1 24 0a12 12 0 1 1-24 0z`,
  () => '',
]

const opacities = [0.16, 0.32, 0.7]

/** A decorative pattern of simple shapes in the colour of a category. Fills its parent. */
export function CoverArt({ seed, category, columns, rows }: CoverArtProps) {
  const next = randomOf(seed)
  const layers = opacities.map(() => '')
  for (let tile = 0; tile < columns * rows; tile += 1) {
    const shape = shapes[next(shapes.length)]
    const layer = next(layers.length)
    layers[layer] += shape?.((tile % columns) * side, Math.floor(tile / columns) * side) ?? ''
  }
  return (
    <svg
      viewBox={`0 0 ${columns * side} ${rows * side}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={classNames('block size-full print:hidden', toneSurfaces[categoryToneOf(category)])}
    >
      {layers.map((path, layer) => (
        <path key={opacities[layer]} d={path} fill="currentColor" opacity={opacities[layer]} />
      ))}
    </svg>
  )
}

/** A small generator of whole numbers below `limit`, which depend on the text only. */
function randomOf(seed: string): (limit: number) => number {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  )
  return (limit) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_507)
    state ^= state >>> 13
    return (state >>> 0) % limit
  }
}
