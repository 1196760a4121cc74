import type { ReactNode } from 'react'

export type ErrorMessageProps = {
  /** Status code, such as «404». */
  code: string
  title: ReactNode
  children: ReactNode
  /** Buttons and links. */
  actions: ReactNode
}

/** Content of an error page. */
export function ErrorMessage({ code, title, children, actions }: ErrorMessageProps) {
  return (
    <div className="flex w-full max-w-[560px] flex-col items-start gap-base">
      <p
        aria-hidden="true"
        className="text-[96px]/[1] font-strong tracking-[-0.05em] text-mark-accent tabular-nums md:text-[144px]/[1]"
      >
        {code}
      </p>
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      <div className="flex max-w-text flex-col gap-xs text-lg text-ink-muted">{children}</div>
      <div className="mt-xs flex flex-wrap gap-xs">{actions}</div>
    </div>
  )
}
