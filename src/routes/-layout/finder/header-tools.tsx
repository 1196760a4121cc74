import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'

const FinderDialog = lazyComponent('finder', () => import('./finder-dialog.tsx'), 'FinderDialog')
const HelpDialog = lazyComponent('help', () => import('./help-dialog.tsx'), 'HelpDialog')

/** Buttons of the finder (Ctrl or ⌘ K) and of the help (?). */
export function HeaderTools() {
  const { t } = useLingui()
  const [opened, setOpened] = useState<'finder' | 'help' | null>(null)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const dialog = dialogOfKey(event)
      if (dialog === null || document.querySelector('[role=dialog]') !== null) return
      event.preventDefault()
      setOpened(dialog)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  const close = () => setOpened(null)
  return (
    <>
      <IconButton
        icon="search"
        label={t`Поиск по кабинету`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={FinderDialog.prefetch}
        onFocus={FinderDialog.prefetch}
        onClick={() => setOpened('finder')}
      />
      <IconButton
        icon="help"
        label={t`Помощь`}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        onPointerEnter={HelpDialog.prefetch}
        onFocus={HelpDialog.prefetch}
        onClick={() => setOpened('help')}
      />
      {opened === 'finder' && <FinderDialog onClose={close} />}
      {opened === 'help' && <HelpDialog onClose={close} />}
    </>
  )
}

function dialogOfKey({ key, code, ctrlKey, metaKey, altKey, target }: KeyboardEvent): 'finder' | 'help' | null {
  // By position: in the Russian layout the key types another letter.
  if ((ctrlKey || metaKey) && !altKey && code === 'KeyK') return 'finder'
  const isTyping =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null
  return key === '?' && !ctrlKey && !metaKey && !isTyping ? 'help' : null
}
