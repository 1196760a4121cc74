import { Trans } from '@lingui/react/macro'

/** «№ 26-М-0021»: the number of a contract has hyphens, at which a line would break. */
export function ContractNumber({ children: number }: { children: string | null }) {
  return (
    <span className="whitespace-nowrap">
      <Trans>№&nbsp;{number}</Trans>
    </span>
  )
}
