// The first number that a browser writes has it look through all the languages that it knows, which
// takes a slow phone longer than the whole list of services. All threads of a page share what is found:
// a worker looks while the scripts of the booking page are on their way (src/app/boot/boot.ts).
Intl.NumberFormat.supportedLocalesOf('en');
Intl.DateTimeFormat.supportedLocalesOf('en');
close();
