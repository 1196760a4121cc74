import { Trans, useLingui } from '@lingui/react/macro'
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { isRichTextLink } from '#contract/input-formats.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

/** Sets the link of the selection, or inserts one at the cursor; Enter submits. */
export function EditorLink({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useLingui()
  const present = editor.getAttributes('link').href as string | undefined
  const [text, setText] = useState(present ?? '')
  const [isWrong, setWrong] = useState(false)
  const set = () => {
    const href = linkAddressFrom(text)
    setWrong(href === null)
    if (href === null) return
    const chain = editor.chain().focus()
    if (editor.state.selection.empty && present === undefined) {
      const linkNode = { type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] }
      chain.insertContent([linkNode, { type: 'text', text: ' ' }]).run()
    } else chain.extendMarkRange('link').setLink({ href }).run()
    onDone()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  const takeEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    set()
  }
  return (
    <div className="flex flex-col gap-xs border-b border-line-soft bg-surface-sunken p-sm">
      <Field
        label={t`Адрес ссылки`}
        error={isWrong && t`Это не похоже на адрес. Например: school.ru/pravila или имя@сайт.ру`}
      >
        <TextInput
          autoFocus
          inputMode="url"
          value={text}
          onKeyDown={takeEnter}
          onChange={(event) => {
            setWrong(false)
            setText(event.currentTarget.value)
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-xs">
        <Button size="small" onClick={set}>
          <Trans>Готово</Trans>
        </Button>
        {present !== undefined && (
          <Button size="small" variant="quiet" onClick={remove}>
            <Trans>Убрать ссылку</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

/** Normalizes a typed address; null if it is not a link that a ticket may contain. */
export function linkAddressFrom(text: string): string | null {
  const typed = text.trim()
  const address = withProtocol(typed)
  return typed.length > 0 && isRichTextLink(address) ? address : null
}

function withProtocol(typed: string): string {
  if (/^(?:[a-z][a-z\d+-]*:|\/)/i.test(typed)) return typed
  if (/^[^@/]+@[^@/]+\.[^@/]+$/.test(typed)) return `mailto:${typed}`
  return typed.includes('.') ? `https://${typed}` : ''
}
