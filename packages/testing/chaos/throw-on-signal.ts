// Loaded into an app before it starts. On SIGUSR2, this module throws an error that is never caught.
process.on('SIGUSR2', () => {
  throw new Error('an uncaught error, injected by SIGUSR2');
});
