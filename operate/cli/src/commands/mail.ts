import { OUR_TEXTS, readMailConfig, sendTestMail, type TestMail } from '@countersign/core'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { formatJson } from '../output.ts'

const EXAMPLE = `
Example:
  countersign mail test --to me@example.com --language de`

type TextFlags = { readonly language?: TestMail['language'] }

/** `countersign mail …`: whether people get mail, and in which words. */
export function addMailCommands(program: Command, context: CommandContext): void {
  const mail = program.command('mail').description('the mail that people get')
  addTest(mail, context)
  mail
    .command('texts')
    .description('print our texts as JSON: a beginning for MAIL_TEXTS_FILE, where what you leave out stays ours')
    .addOption(languageOption())
    .action(({ language }: TextFlags) =>
      context.output.print(formatJson(language ? { [language]: OUR_TEXTS[language] } : OUR_TEXTS)),
    )
}

function addTest(mail: Command, { env, output }: CommandContext): void {
  mail
    .command('test')
    .description('send a mail as people get it, with made-up content, and print what the mail server answers')
    .requiredOption('--to <address>', 'whom to')
    .addOption(languageOption().default('en'))
    .addOption(new Option('--kind <kind>', 'which mail').choices(['code', 'security']).default('code'))
    .addHelpText('after', EXAMPLE)
    .action(async (test: TestMail) => {
      const answer = await sendTestMail(await readMailConfig(env), test)
      output.print(
        `The mail server took the mail, and answered: ${answer}\nWhether it arrives is decided beyond it: look into the mailbox, and into its spam.`,
      )
    })
}

function languageOption(): Option {
  return new Option('--language <language>', 'in which language').choices(Object.keys(OUR_TEXTS))
}
