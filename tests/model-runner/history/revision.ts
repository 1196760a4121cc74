import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What was tested. `isChanged` means uncommitted changes: its results say nothing about the commit. */
export type Revision = { commit: string; branch: string; isChanged: boolean }

const unknown = '—'

/** The commit and the branch; build servers check out a commit without a branch and name it in a variable. */
export async function readRevision(): Promise<Revision> {
  const { QA_BRANCH, GITHUB_HEAD_REF, GITHUB_REF_NAME, CI_COMMIT_REF_NAME } = process.env
  const [commit, branch, changes] = await Promise.all([
    git('rev-parse', '--short=8', 'HEAD'),
    git('rev-parse', '--abbrev-ref', 'HEAD'),
    git('status', '--porcelain'),
  ])
  const named = [QA_BRANCH, GITHUB_HEAD_REF, GITHUB_REF_NAME, CI_COMMIT_REF_NAME, branch].find((name) => name)
  return { commit: commit || unknown, branch: named ?? unknown, isChanged: changes !== '' }
}

/** Empty where git or the repository is missing. */
async function git(...args: string[]): Promise<string> {
  return promisify(execFile)('git', args).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
}
