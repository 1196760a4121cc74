import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import type { ContractText, ContractTextPart } from '#contract/enrolment/contract-text.ts'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'

/** The text of a contract as the PDF prints it, below a heading of level 3. */
export function ContractTextView({ text: { version, parts } }: { text: ContractText }) {
  return (
    <>
      <div lang="ru" className="flex max-w-text flex-col gap-sm">
        {parts.map((part) => (
          <Part key={JSON.stringify(part)} part={part} />
        ))}
      </div>
      <p className="mt-base text-sm text-ink-muted">
        <Trans>Редакция условий: {version}</Trans>
      </p>
    </>
  )
}

function Part({ part }: { part: ContractTextPart }) {
  switch (part.kind) {
    case 'heading':
      return <h4 className="mt-sm text-base font-strong first:mt-0">{part.text}</h4>
    case 'paragraph':
      return <p>{unbrokenReferences(part.text)}</p>
    case 'facts':
      return <DescriptionList isCompact entries={part.facts.map(([term, value]) => ({ key: term, term, value }))} />
    case 'table':
      return <TextTable {...part} />
  }
}

/** Of a few narrow columns, so that it fits a phone without becoming cards. */
function TextTable({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr>
          {columns.map((title) => (
            <th key={title} scope="col" className={`${cellClasses} text-left font-normal text-ink-muted`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={JSON.stringify(row)} className="last:font-strong">
            {columns.map((title, index) => (
              <td key={title} className={`${cellClasses} tabular-nums last:text-right`}>
                {row[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cellClasses = 'border-b border-line-soft py-xs pr-sm align-baseline last:pr-0 last:text-right'

/** A long text in a dialog: it takes the focus, so that the keyboard scrolls it. */
export function ReadableText({ ref, children }: { ref?: Ref<HTMLElement>; children: ReactNode }) {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section ref={ref} tabIndex={0} aria-label={t`Текст`} className="flex flex-col gap-base">
      {children}
    </section>
  )
}
