import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { wireTypedText } from '#src/typed-text.ts'

/**
 * The texts of a form that opens over the page: a session that ends over it gives them back after signing in, because
 * the address opens the form again. Whoever closes the form, or has sent it, forgets them.
 */
export function useTyped<Text extends Record<string, string>>(form: string, initial: Text) {
  const wireLate = useRouteContext({ from: '__root__', select: (context) => context.wireLate })
  const kept = wireLate(wireTypedText)
  // Opened by a press it begins anew.
  const { openedHere } = useRouter().history.location.state
  const [text, setText] = useState<Text>(() => (openedHere ? initial : { ...initial, ...kept.recall(form) }))
  const type = (part: Partial<Text>) => {
    const next = { ...text, ...part }
    kept.keep(form, next)
    setText(next)
  }
  return { text, type, forget: () => void kept.forget(form) }
}
