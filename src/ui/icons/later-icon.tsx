import { laterStrokes } from './strokes.ts'

/** Loaded by `icon.tsx` when the first icon outside the frame is drawn. */
export function LaterIcon({ name }: { name: keyof typeof laterStrokes }) {
  return <path d={laterStrokes[name]} />
}
