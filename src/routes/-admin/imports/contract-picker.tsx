import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FoundContract } from '#contract/people/school-work.ts'
import { contractSearchQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { separator } from '#src/i18n/labels.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { SearchInput } from '#src/ui/forms/inputs.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

type ContractRowProps = {
  contract: Pick<FoundContract, 'number' | 'program' | 'student'>
  /** After the course. */
  more?: ReactNode
  children: ReactNode
}

/** A contract that money may be for. */
export function ContractRow({ contract: { number, program, student }, more, children }: ContractRowProps) {
  return (
    <li
      ref={passFocusUp}
      className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs rounded border border-line-soft p-sm"
    >
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{number}</span>
          {separator}
          {student.name}
        </p>
        <p className="text-sm wrap-anywhere text-ink-muted">
          <SchoolText>{program}</SchoolText>
          {more}
        </p>
      </div>
      {children}
    </li>
  )
}

/** The first contracts that fit what is typed, each with what may be done with it. */
export function ContractPicker({ children }: { children: (contract: FoundContract) => ReactNode }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const { data: found = [], isFetching } = useQuery({
    ...optionalQuery(contractSearchQuery(search.trim())),
    enabled: search.trim().length > 2,
  })
  return (
    <div className="flex flex-col gap-xs py-xs">
      <SearchInput
        aria-label={t`Договор`}
        placeholder={t`Номер договора, ученик или заказчик`}
        value={search}
        onSearch={setSearch}
        clearLabel={t`Очистить`}
      />
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {search.trim().length > 2 && !isFetching && found.length === 0 && <Trans>Ничего не нашлось.</Trans>}
      </p>
      <ul className="flex flex-col gap-xs">
        {found.map((contract) => (
          <ContractRow key={contract.uuid} contract={contract}>
            {children(contract)}
          </ContractRow>
        ))}
      </ul>
    </div>
  )
}
