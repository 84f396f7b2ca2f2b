import type { Command } from 'commander';
import type { Output } from './output.ts';
import { isPackaged } from './server/cli-command.ts';

/** Adds the arguments, options and subcommands of a command, and its action. */
export type AddCommand = (command: Command, output: Output) => void;

type Row = { synopsis: string; description: string; load: () => Promise<AddCommand> };
/** `note` is part of the help of each command. */
type Group = { heading: string; note?: string; commands: Row[] };

const startedByPackage = async (): Promise<AddCommand> => (command) => command.action(() => command.help());

/** `apps/npm/bin/shotclock.js` starts these programs. This program only explains them, and refuses arguments. */
const programs: Group = {
  heading: 'Programs of the system:',
  note: 'Settings are environment variables.',
  commands: [
    {
      synopsis: 'start',
      description: 'Starts the whole system (also without a command).',
      load: startedByPackage,
    },
    { synopsis: 'api', description: 'Starts only the API, with DATABASE_URL.', load: startedByPackage },
    {
      synopsis: 'scheduler',
      description: 'Starts only the scheduler, with DATABASE_URL.',
      load: startedByPackage,
    },
    { synopsis: 'worker', description: 'Starts only a worker, with DATABASE_URL.', load: startedByPackage },
    {
      synopsis: 'migrate',
      description: 'Prepares the database at DATABASE_URL for this version, before the programs start.',
      load: startedByPackage,
    },
  ],
};

/**
 * All commands. The module of a command is loaded only if the command is used, because most of them import large packages.
 */
const commands: Group[] = [
  {
    heading: 'Commands that use the API:',
    commands: [
      {
        synopsis: 'capture <url>',
        description: 'Captures a page.',
        load: async () => (await import('./captures/capture-command.ts')).addCaptureCommand,
      },
      {
        synopsis: 'history',
        description: 'Lists captures.',
        load: async () => (await import('./captures/history-command.ts')).addHistoryCommand,
      },
      {
        synopsis: 'image <id>',
        description: 'Downloads the image of a capture.',
        load: async () => (await import('./captures/image-command.ts')).addImageCommand,
      },
      {
        synopsis: 'compare <first> <second>',
        description: 'Compares the images of two captures.',
        load: async () => (await import('./captures/compare-command.ts')).addCompareCommand,
      },
      {
        synopsis: 'schedules',
        description: 'Manages schedules.',
        load: async () => (await import('./schedules/schedules-command.ts')).addSchedulesCommands,
      },
      {
        synopsis: 'run <id>',
        description: 'Runs a schedule now.',
        load: async () => (await import('./schedules/run-command.ts')).addRunCommand,
      },
      {
        synopsis: 'export',
        description: 'Prints all schedules as YAML.',
        load: async () => (await import('./plan/plan-commands.ts')).addExportCommand,
      },
      {
        synopsis: 'import <file>',
        description: 'Creates the schedules in a YAML file that do not exist yet.',
        load: async () => (await import('./plan/plan-commands.ts')).addImportCommand,
      },
      {
        synopsis: 'plan <file>',
        description: 'Shows how the server differs from a YAML file of schedules.',
        load: async () => (await import('./plan/plan-commands.ts')).addPlanCommand,
      },
      {
        synopsis: 'apply <file>',
        description: 'Creates and changes schedules as in a YAML file.',
        load: async () => (await import('./plan/plan-commands.ts')).addApplyCommand,
      },
      {
        synopsis: 'mcp',
        description: 'Serves AI clients over standard input and output (Model Context Protocol).',
        load: async () => (await import('./mcp-command.ts')).addMcpCommand,
      },
    ],
  },
  {
    heading: 'Commands on the server itself, which use its database:',
    note: 'Uses the database at DATABASE_URL, or else the embedded database of the system that runs with this DATA_DIR.',
    commands: [
      {
        synopsis: 'account',
        description: 'Manages accounts.',
        load: async () => (await import('./account-commands.ts')).addAccountCommands,
      },
      {
        synopsis: 'key',
        description: 'Manages API keys.',
        load: async () => (await import('./key-commands.ts')).addKeyCommands,
      },
      {
        synopsis: 'destination',
        description: 'Tests receivers of alerts.',
        load: async () => (await import('./destination-commands.ts')).addDestinationCommands,
      },
      {
        synopsis: 'storage',
        description: 'Checks the object store.',
        load: async () => (await import('./storage-commands.ts')).addStorageCommands,
      },
      {
        synopsis: 'backup <folder>',
        description: 'Copies the database and all objects, also while the system runs.',
        load: async () => (await import('./backup/backup-command.ts')).addBackupCommand,
      },
      {
        synopsis: 'restore <folder>',
        description: 'Restores a backup into an empty system.',
        load: async () => (await import('./backup/restore-command.ts')).addRestoreCommand,
      },
    ],
  },
  {
    heading: 'Other commands:',
    commands: [
      {
        synopsis: 'doctor',
        description: 'Checks the machine, its browser and the stores, even if the system does not start.',
        load: async () => (await import('./doctor/doctor-command.ts')).addDoctorCommand,
      },
      {
        synopsis: 'completion <shell>',
        description: 'Prints a script that completes commands in bash, zsh or fish.',
        load: async () => (await import('./completion/completion-command.ts')).addCompletionCommand,
      },
      {
        synopsis: 'help [command...]',
        description: 'Explains a command.',
        load: async () => (await import('./help-command.ts')).addHelpCommand,
      },
    ],
  },
];

/** The commands of this installation. */
export const commandTable = (): Group[] => (isPackaged() ? [programs, ...commands] : commands);
