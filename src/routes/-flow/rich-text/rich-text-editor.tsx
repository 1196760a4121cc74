import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { isRichTextLink } from '#contract/input-formats.ts'
import { richTextClassNames } from '#src/ui/data/rich-text-styles.ts'
import { FieldError } from '#src/ui/forms/form.tsx'
import { EditorLink } from './editor-link.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'

type RichTextEditorProps = {
  label: string
  hint: ReactNode
  error: ReactNode
  /** Initial content; later changes of this prop are ignored. */
  html: string
  readOnly?: boolean
  /** True by default. */
  autofocus?: boolean
  isLinking: boolean
  onLinking: (isLinking: boolean) => void
  onType: (html: string) => void
}

/** Editor for paragraphs, bold, italic, lists and links; removes all other formatting. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, hint, error, html, readOnly = false, autofocus = true, isLinking, onLinking, onType } = props
  const id = useId()
  const [start] = useState(html)
  const editor = useEditor({
    extensions,
    content: start,
    autofocus: autofocus && 'end',
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}label`,
        'aria-describedby': `${id}hint ${id}error`,
        ...(error ? { 'aria-invalid': 'true' } : {}),
        // The library removes its own style sheet when an editor is closed, even if the next one is already open.
        class: richTextClassNames('min-h-[160px] px-sm py-xs whitespace-pre-wrap focus:outline-none'),
      },
      handleDOMEvents: {
        keydown: (_, event) => {
          const isLink = event.code === 'KeyK' && (event.ctrlKey || event.metaKey)
          if (isLink) {
            event.preventDefault()
            onLinking(true)
          }
          // Tab moves the focus, as in other fields, instead of indenting lists.
          return isLink || event.key === 'Tab'
        },
      },
    },
    onUpdate: ({ editor: now }) => onType(now.getHTML()),
  })
  // The editor does not follow this option by itself.
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])
  const endLinking = () => {
    onLinking(false)
    editor.commands.focus()
  }
  const takeEscape = (event: KeyboardEvent) => event.key === 'Escape' && isLinking && endLinking()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Esc, which closes the link form
    <div onKeyDown={takeEscape} className="flex min-w-0 flex-col gap-xxs">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click focuses the field, as with a native label */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the field with Tab */}
      <span id={`${id}label`} onClick={() => editor.commands.focus()} className="text-sm font-medium">
        {label}
      </span>
      <p id={`${id}hint`} className="text-sm text-ink-muted">
        {hint}
      </p>
      <div className={boxClasses} data-invalid={error ? true : undefined}>
        <EditorToolbar editor={editor} isLinking={isLinking} onLink={() => onLinking(!isLinking)} />
        {isLinking && <EditorLink editor={editor} onDone={endLinking} />}
        <EditorContent editor={editor} />
      </div>
      <FieldError id={`${id}error`}>{error}</FieldError>
    </div>
  )
}

const boxClasses =
  'overflow-clip rounded border border-line-control bg-surface transition-colors hover:border-grey-8 focus-within:border-focus focus-within:outline-2 focus-within:outline-focus data-invalid:border-mark-error'

const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isRichTextLink(address),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
]
