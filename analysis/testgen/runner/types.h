// What the runner shares with the code that is made for one program.
typedef unsigned char Byte;
typedef unsigned long Word;

struct Global {
  Byte* address;
  Word size;
};

// How the function is called: its arguments and results as bytes, one element for each scalar.
struct Entry {
  struct Global* globals;
  Word globalCount;
  void** functions;
  Byte (*arguments)[16];
  Word argumentCount;
  Byte (*results)[16];
  Word* resultSizes;
  Word resultCount;
  void (*findGlobals)(void);
  void (*call)(void);
  int isMain; // nothing is thrown out of it, and the program is not at its end when it returns
};
