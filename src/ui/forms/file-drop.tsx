import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'

type FileDropProps = {
  /** Media types and extensions, as the `accept` attribute takes them. */
  accept: string
  buttonLabel: ReactNode
  /** Where a file can be dragged. */
  hint: ReactNode
  onChoose: (file: File) => void
  /** Beside the button, such as a link to a sample. */
  aside?: ReactNode
  /** What is chosen now, above the button. */
  children?: ReactNode
}

/** Chooses one file by button, or by dropping it on the frame. The same file can be chosen again. */
export function FileDrop({ accept, buttonLabel, hint, onChoose, aside, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file)
  }
  const look = isOver ? 'border-focus bg-surface-info' : 'border-line'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={`flex flex-col items-center gap-xs rounded-lg border border-dashed p-base text-center transition-colors ${look}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <div className="flex flex-wrap items-center justify-center gap-x-base gap-y-xxs">
        <Button onClick={() => input.current?.click()}>{buttonLabel}</Button>
        {aside}
      </div>
      <p className="text-sm text-ink-muted pointer-coarse:hidden">{hint}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </div>
  )
}
