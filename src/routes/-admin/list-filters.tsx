import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { searchLength } from '#contract/limits.ts'
import type { AdminPanelSearch } from '#contract/screen-search.ts'
import { FilterDialog, FiltersButton } from '#src/routes/-flow/filters/filters-button.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { SearchInput } from '#src/ui/forms/inputs.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

type ListFiltersProps = {
  label: string
  placeholder: string
  clearLabel: string
  /** Those that the fields show. */
  names: readonly (keyof NonNullable<AdminPanelSearch['filter']>)[]
  /** Columns of the search and the fields on a wide screen. */
  columns: string
  /** `Field`s of the filters. */
  children: ReactNode
}

/** Search and filters of a list; the URL has them. On a phone they are one row: the search, and a button to the filters. */
export function ListFilters({ label, placeholder, clearLabel, names, columns, children }: ListFiltersProps) {
  const { search, replace, open, close } = useScreenSearch('admin')
  const count = names.filter((name) => search.filter?.[name] !== undefined).length
  const reset = () =>
    replace({ filter: { ...search.filter, ...Object.fromEntries(names.map((name) => [name, undefined])) } })
  const input = {
    value: search.search ?? '',
    onSearch: (sought: string) => replace({ search: sought || undefined }),
    clearLabel,
    placeholder,
    maxLength: searchLength,
  }
  return (
    <search className="print:hidden">
      <Responsive
        from="md"
        narrow={
          <div className="flex items-center gap-xs">
            <div className="min-w-0 flex-1">
              <SearchInput {...input} aria-label={label} />
            </div>
            <FiltersButton count={count} onOpen={() => open({ dialog: 'filters' })} />
          </div>
        }
        wide={
          <div className={`grid items-end gap-base ${columns}`}>
            <Field label={label}>
              <SearchInput {...input} />
            </Field>
            {children}
          </div>
        }
      />
      {search.dialog === 'filters' && (
        <FilterDialog
          count={count}
          submitLabel={<Trans>Показать</Trans>}
          onReset={reset}
          onClose={() => close({ dialog: undefined })}
        >
          <div className="flex flex-col gap-base">{children}</div>
        </FilterDialog>
      )}
    </search>
  )
}
