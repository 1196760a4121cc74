import type { ReactNode } from 'react'

type MessagePreviewProps = {
  caption: ReactNode
  /** Absent for an SMS. */
  subject?: string
  text: string
  language?: string
}

/** A message as people get it. */
export function MessagePreview({ caption, subject, text, language }: MessagePreviewProps) {
  return (
    <PreviewFigure caption={caption}>
      <div lang={language} className="flex flex-col gap-xs p-base wrap-anywhere">
        {subject && <p className="font-strong">{subject}</p>}
        <p>{text}</p>
      </div>
    </PreviewFigure>
  )
}

/** A framed part of a preview. */
export function PreviewFigure({ caption, children }: { caption: ReactNode; children: ReactNode }) {
  return (
    <figure className="flex min-w-0 flex-col gap-xs">
      <figcaption className="text-sm font-medium">{caption}</figcaption>
      <div className="overflow-clip rounded-lg border border-line">{children}</div>
    </figure>
  )
}
