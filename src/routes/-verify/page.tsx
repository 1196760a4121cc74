import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { ContractProof } from '#contract/enrolment/contracts.ts'
import { contractProofQuery } from '#src/api/contracts.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { SignatureList } from '#src/routes/-flow/documents/signature-list.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, Form } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'

const route = getRouteApi('/verify')

/** Says whether a printed contract is one of the school: by its number and the code beside its QR code. */
export default function VerifyPage() {
  const title = useScreenTitle()
  const { number, code } = route.useSearch()
  return (
    <div className="flex max-w-[640px] flex-col gap-lg">
      <PageHeading lead={<Trans>Номер и код проверки напечатаны в конце договора, рядом с QR-кодом.</Trans>}>
        {title('verify')}
      </PageHeading>
      <ProofForm number={number ?? ''} code={code ?? ''} />
      {number !== undefined && code !== undefined && <Proof number={number} code={code} />}
    </div>
  )
}

function ProofForm(given: { number: string; code: string }) {
  const { show } = useScreenSearch('verify')
  const [number, setNumber] = useState(given.number)
  const [code, setCode] = useState(given.code)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (number.trim() && code.trim()) show({ number: number.trim(), code: code.trim() })
  }
  return (
    <Card as="div">
      <Form onSubmit={submit}>
        <div className="flex flex-col gap-base">
          <Field label={<Trans>Номер договора</Trans>}>
            <TextInput
              name="number"
              autoComplete="off"
              required
              value={number}
              onChange={({ target }) => setNumber(target.value)}
            />
          </Field>
          <Field label={<Trans>Код проверки</Trans>}>
            <TextInput
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </Field>
          <div>
            <Button type="submit" variant="primary">
              <Trans>Проверить</Trans>
            </Button>
          </div>
        </div>
      </Form>
    </Card>
  )
}

function Proof(of: { number: string; code: string }) {
  const result = useQuery(contractProofQuery(of))
  return (
    <section aria-live="polite">
      <QueryState result={result} skeleton={<SkeletonBlock />}>
        {({ proof }) => (proof === null ? <Unknown /> : <Genuine proof={proof} />)}
      </QueryState>
    </section>
  )
}

function Unknown() {
  return (
    <Notice tone="error" title={<Trans>Такого договора нет</Trans>}>
      <p>
        <Trans>
          Номер или код не подходят. Проверьте их по бумаге; если всё верно, договор составлен не в этом кабинете.
        </Trans>
      </p>
    </Notice>
  )
}

function Genuine({ proof }: { proof: ContractProof }) {
  const { number, customer, version, hash, at, concludedOn, signatures } = proof
  const { t } = useLingui()
  const dates = useDates()
  return (
    <div className="flex flex-col gap-base">
      <Notice tone="success" title={<Trans>Договор подлинный</Trans>}>
        <p>
          <Trans>У школы есть договор с этим номером и кодом. Сверьте с бумагой дату, редакцию и SHA-256.</Trans>
        </p>
      </Notice>
      <Card as="div">
        <DescriptionList
          entries={[
            { key: 'number', term: t`Номер договора`, value: number },
            ...(signatures.length > 0
              ? []
              : [
                  { key: 'customer', term: t`Кто согласился`, value: customer },
                  {
                    key: 'at',
                    term: t`Условия приняты`,
                    value: <time dateTime={at}>{`${dates.dayWithYear(dates.dayOf(at))}, ${dates.time(at)}`}</time>,
                  },
                ]),
            { key: 'concluded', term: t`Дата заключения`, value: concludedOn && dates.dayWithYear(concludedOn) },
            { key: 'version', term: t`Редакция`, value: version },
            { key: 'hash', term: t`SHA-256 текста`, value: <span className="text-sm break-all">{hash}</span> },
          ]}
        />
        {signatures.length > 0 && (
          <div className="mt-base border-t border-line-soft pt-base">
            <SignatureList signatures={signatures} />
          </div>
        )}
      </Card>
    </div>
  )
}
