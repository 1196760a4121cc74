import { useRouteContext } from '@tanstack/react-router'
import { useRef, useState } from 'react'

/**
 * Copies a text to the clipboard; `isCopied` is true after the latest copy has succeeded. It also selects the content of
 * `source`, which can be copied by hand where the clipboard is not available.
 */
export function useCopy<Source extends HTMLElement>() {
  const copyText = useRouteContext({ from: '__root__', select: (context) => context.copyText })
  const source = useRef<Source>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = (text: string) => {
    const { current: element } = source
    if (element instanceof HTMLInputElement) element.select()
    else if (element) getSelection()?.selectAllChildren(element)
    void copyText(text).then(setCopied)
  }
  return { source, isCopied, copy }
}
