import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

/** Copies a text to the clipboard; `isCopied` is true after the latest copy has succeeded. */
export function useCopy() {
  const copyText = useRouteContext({ from: '__root__', select: (context) => context.copyText })
  const [isCopied, setCopied] = useState(false)
  return { isCopied, copy: (text: string) => void copyText(text).then(setCopied) }
}
