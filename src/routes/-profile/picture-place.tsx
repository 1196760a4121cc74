import { Trans } from '@lingui/react/macro'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { takenTypes } from './picture.ts'

/** Where a file is dropped, and the button for those who do not drop. */
export function PicturePlace({ isAnother, onChoose }: { isAnother: boolean; onChoose: (file: File) => void }) {
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
      <Button onClick={() => input.current?.click()}>
        {isAnother ? <Trans>Выбрать другой файл</Trans> : <Trans>Выбрать файл</Trans>}
      </Button>
      <p className="text-sm text-ink-muted">
        <Trans>или перетащите его сюда: JPEG, PNG, WebP или GIF</Trans>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={takenTypes}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </div>
  )
}
